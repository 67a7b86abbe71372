/**
 * How a parameter of a change is shown; all are sent as strings. `subject`: the client or person that the server names, else the parameter.
 * `count`: a whole number, by which the text has its plural. `euros`, `decimal`, `points`: decimals. `date` 'YYYY-MM-DD', `month` 'YYYY-MM'.
 * `sentence`: not shown, the key of the sentence. `hidden`: not shown; it chooses a variant, or is read elsewhere.
 */
export type TaskParameterFormat =
  | 'text'
  | 'subject'
  | 'count'
  | 'euros'
  | 'decimal'
  | 'points'
  | 'date'
  | 'month'
  | 'role'
  | 'action'
  | 'module'
  | 'check'
  | 'sentence'
  | 'hidden'

/** A format; with another text where the value is empty; a text by the value, or the country of that code; the months from this to the other parameter. */
export type TaskParameter =
  | TaskParameterFormat
  | { format: TaskParameterFormat; empty: string }
  | { textsKey: string; fallback?: 'country' }
  | { monthsUntil: string }

type Parameters = Readonly<Record<string, TaskParameter>>

/**
 * A kind of change that a second person checks. Its sentence stands in the texts under `sentence` (the task's name, where not said), or under
 * one of `sentences`, named by the parameter `change`. The first variant holds whose parameters are all so; `*` is any value but none.
 */
export type ApprovalTaskEntry = {
  params: Parameters
  /** Those that not every change of the kind has. */
  optional?: readonly string[]
  sentence?: string
  sentences?: readonly string[]
  variants?: readonly { where: Readonly<Record<string, string>>; sentence?: string; params?: Parameters }[]
  /** Waits for a second person in every firm: a user who could switch it off could switch everything off. */
  alwaysChecked?: true
}
export type ApprovalTaskEntries = Readonly<Record<string, ApprovalTaskEntry>>

type OptionalParamNames<E extends ApprovalTaskEntry> = E extends { optional: readonly (infer K)[] } ? K : never
type ParamValue<E extends ApprovalTaskEntry, K> = K extends 'change'
  ? E extends { sentences: readonly (infer S)[] }
    ? S
    : string
  : string

/** The parameters that a change of this kind is proposed with. */
export type TaskParams<E extends ApprovalTaskEntry> = {
  [K in Exclude<keyof E['params'], OptionalParamNames<E>>]: ParamValue<E, K>
} & { [K in keyof E['params'] & OptionalParamNames<E>]?: string }
