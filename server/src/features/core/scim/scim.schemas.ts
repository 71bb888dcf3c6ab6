/** The URNs of RFC 7643 and 7644. */
export const urn = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

/** Where SCIM stands on each host. */
export const scimPath = '/scim/v2';
/** As many records as one page has at most. */
export const maxPage = 200;

/** What this server can do (RFC 7643, 5). */
export const serviceProviderConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'The API key of a service account with the right core.scim.provision',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${scimPath}/ServiceProviderConfig` },
} as const;

const typeOf = (id: 'User' | 'Group', schema: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id,
  name: id,
  endpoint: `/${id}s`,
  schema,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${scimPath}/ResourceTypes/${id}` },
});

/** Users and groups (RFC 7643, 6). */
export const resourceTypes = [typeOf('User', urn.user), typeOf('Group', urn.group)];

interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  readonly uniqueness?: 'none' | 'server';
  readonly mutability?: 'readWrite' | 'readOnly';
  readonly multiValued?: boolean;
  readonly caseExact?: boolean;
  readonly of?: readonly Attribute[];
}

interface AttributeSchema extends Omit<Attribute, 'of'> {
  readonly returned: 'default';
  readonly subAttributes?: readonly AttributeSchema[];
}

function attribute({ of, ...given }: Attribute): AttributeSchema {
  return {
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    uniqueness: 'none',
    ...given,
    returned: 'default',
    ...(of && { subAttributes: of.map(attribute) }),
  };
}

const text = (name: string, more: Omit<Attribute, 'name' | 'type'> = {}): Attribute => ({
  name,
  type: 'string',
  ...more,
});
const externalId = text('externalId', { caseExact: true });

const schemaOf = (id: string, name: string, attributes: readonly Attribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  attributes: attributes.map(attribute),
  meta: { resourceType: 'Schema', location: `${scimPath}/Schemas/${id}` },
});

/** The attributes that are kept (RFC 7643, 7); others are taken and left out. */
export const schemas = [
  schemaOf(urn.user, 'User', [
    text('userName', { required: true, uniqueness: 'server' }),
    externalId,
    { name: 'name', type: 'complex', of: [text('givenName'), text('familyName')] },
    text('displayName', { mutability: 'readOnly' }),
    { name: 'active', type: 'boolean' },
    {
      name: 'emails',
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      of: [text('value'), text('type'), { name: 'primary', type: 'boolean' }],
    },
  ]),
  schemaOf(urn.group, 'Group', [
    text('displayName', { required: true }),
    externalId,
    {
      name: 'members',
      type: 'complex',
      multiValued: true,
      of: [text('value'), text('display', { mutability: 'readOnly' })],
    },
  ]),
];
