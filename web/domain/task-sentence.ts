import type { ApprovalTaskEntry, TaskParameter } from '#contract/core/approval-tasks.ts'

/** The key of the sentence that says what a change would do, with how each of its parameters is shown; null where the change names a sentence that its task hasn't. */
export const taskSentence = (
  task: string,
  entry: ApprovalTaskEntry,
  params: Readonly<Record<string, string>>,
): { sentence: string | null; formats: Readonly<Record<string, TaskParameter>> } => {
  const variant = entry.variants?.find(({ where }) =>
    Object.entries(where).every(([name, value]) => (value === '*' ? Boolean(params[name]) : params[name] === value)),
  )
  const named = entry.sentences?.find((one) => one === params.change) ?? null
  const sentence = entry.sentences ? named : (entry.sentence ?? task)
  return { sentence: variant?.sentence ?? sentence, formats: { ...entry.params, ...variant?.params } }
}
