/** Above, below, exactly, or between two. */
export const conditions = ['>', '<', '=', 'between'] as const
export type Condition = (typeof conditions)[number]

/** '>1000.00' and '1000.00~5000.00' in their parts; what is empty is above nothing yet. */
export const partsOf = (value: string): { how: Condition; from: string; to: string } => {
  const [from = '', to] = value.split('~')
  if (to !== undefined) return { how: 'between', from, to }
  const how = conditions.find((one) => one === value[0]) ?? '>'
  return { how, from: value.slice(1), to: '' }
}
