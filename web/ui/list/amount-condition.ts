/** Above, below, exactly, or between two. */
export const amountConditions = ['>', '<', '=', 'between'] as const
export type AmountCondition = (typeof amountConditions)[number]

/** '>1000.00' and '1000.00~5000.00' in their parts; what is empty is above nothing yet. */
export const parseAmountCondition = (value: string): { how: AmountCondition; from: string; to: string } => {
  const [from = '', to] = value.split('~')
  if (to !== undefined) return { how: 'between', from, to }
  const how = amountConditions.find((one) => one === value[0]) ?? '>'
  return { how, from: value.slice(1), to: '' }
}
