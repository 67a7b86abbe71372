/** What a column holds: how a screen and a file write it follows from this. */
export type ColumnKind =
  | 'text'
  | 'money'
  | 'rate'
  | 'integer'
  | 'date'
  | 'dateTime'
  | 'boolean'
  /** Two letters, shown by the country's name. */
  | 'country'
  /** With its country; a screen groups its digits. */
  | 'phone'

/** A column of a list, as its screen and its files show it. */
export type ColumnSpec = {
  /** Text unless given. */
  kind?: ColumnKind
  /** Where its heading stands in the texts of the list: `fields.` and its key unless given. `payments:fields.kind` stands in the texts of payments. */
  label?: string
  /** Where the texts stand that say what its codes mean, each under its code. */
  words?: string
  /** How many characters wide it is in a file; without it the kind decides. */
  width?: number
  /** Its end tells it from others, as that of an account's number does: a screen never cuts it. */
  neverCut?: true
}

/** Where the heading of a column stands in the texts. */
export const getColumnLabel = (key: string, { label }: ColumnSpec): string => label ?? `fields.${key}`
