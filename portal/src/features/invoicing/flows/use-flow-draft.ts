import { useEffect, useRef, useState } from 'react';
import type { FlowContent, FlowRule } from '#contract/invoicing/approval-flows.ts';
import { type Flow, flowHooks } from './flow.api.ts';

/** A rule with a key of its own, so that it keeps its place on screen while it moves. */
export interface KeyedRule {
  readonly key: string;
  readonly rule: FlowRule;
}

/** The flow as it is edited. */
export interface EditedFlow extends Omit<FlowContent, 'rules'> {
  readonly rules: readonly KeyedRule[];
}

/** The flow of a company while somebody edits it: every change saves itself in the draft. */
export type FlowDraft = ReturnType<typeof useFlowDraft>;

/** Milliseconds after the last change. */
const savesAfter = 500;

const contentOf = ({ rules, ...rest }: EditedFlow): FlowContent => ({
  ...rest,
  rules: rules.map(({ rule }) => rule),
});

export const keyed = (rule: FlowRule): KeyedRule => ({ key: crypto.randomUUID(), rule });

const editedOf = ({ draft, content }: Flow): EditedFlow => {
  const { rules, ...rest } = draft ?? content;
  return { ...rest, rules: rules.map(keyed) };
};

export function useFlowDraft(flow: Flow) {
  const { mutateAsync } = flowHooks.useUpdate({});
  const [edited, setEdited] = useState(() => editedOf(flow));
  const [state, setState] = useState<'saved' | 'saving'>('saved');
  const [error, setError] = useState<Error | null>(null);
  const waiting = useRef<FlowContent | null>(null);
  const saving = useRef<Promise<void> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const version = useRef(flow.rowVersion);
  const { id } = flow;

  /** Saves what waits, one after the other; resolves when nothing waits any more. */
  function save(): Promise<void> {
    clearTimeout(timer.current);
    saving.current ??= saveAll();
    return saving.current;
  }

  async function saveAll(): Promise<void> {
    try {
      while (waiting.current !== null) {
        const draft = waiting.current;
        waiting.current = null;
        const saved = await mutateAsync({ id, body: { draft, rowVersion: version.current } });
        version.current = saved.rowVersion;
      }
      setError(null);
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      saving.current = null;
      setState('saved');
    }
  }

  function change(edit: (before: EditedFlow) => EditedFlow) {
    const next = edit(latest.current.edited);
    latest.current = { ...latest.current, edited: next };
    waiting.current = contentOf(next);
    setEdited(next);
    setState('saving');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void latest.current.save(), savesAfter);
  }

  /** Takes what is stored, in the place of what stands here. */
  function restart(from: Flow) {
    clearTimeout(timer.current);
    waiting.current = null;
    version.current = from.rowVersion;
    setEdited(editedOf(from));
    setError(null);
  }

  const latest = useRef({ edited, save, restart });
  useEffect(() => {
    latest.current = { edited, save, restart };
  });
  // Somebody else changed it, it was put in use, or the draft was thrown away.
  useEffect(() => {
    const isNewer = flow.rowVersion > version.current;
    if (isNewer && waiting.current === null && saving.current === null) latest.current.restart(flow);
  }, [flow]);
  // Who leaves at once has saved too.
  useEffect(() => {
    const [left, at] = [waiting, latest];
    return () => {
      if (left.current !== null) void at.current.save();
    };
  }, []);

  return { edited, content: contentOf(edited), change, save, restart, state, error };
}
