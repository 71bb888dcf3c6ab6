import type { FastifyInstance } from 'fastify';
import { contactPersons } from '#contract/core/contact-persons.ts';
import type { Services } from '#server/platform/context.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import type { RecordUse } from '../uses.ts';
import { contactPersonsService } from './contact-persons.service.ts';

export function contactPersonRoutes(
  app: FastifyInstance,
  services: Services,
  uses: readonly RecordUse[],
): void {
  mountResource(app, services, contactPersons, contactPersonsService(uses));
}
