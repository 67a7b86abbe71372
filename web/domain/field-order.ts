import { fieldOrders } from '#contract/all-field-orders.ts'
import { firstFields, lastFields } from '#contract/audit/field-order.ts'

/** One order of all: what a feature reads after something else stands after it. What no feature compares stands as they come. */
const mergeOrders = (orders: readonly (readonly string[])[]): string[] => {
  const before = new Map<string, Set<string>>()
  for (const order of orders)
    for (const [at, name] of order.entries()) {
      const known = before.get(name) ?? new Set()
      before.set(name, at === 0 ? known : known.add(order[at - 1]!))
    }
  const merged: string[] = []
  while (before.size > 0) {
    const names = [...before.keys()]
    const next = names.find((name) => ![...before.get(name)!].some((other) => before.has(other))) ?? names[0]!
    merged.push(next)
    before.delete(next)
  }
  return merged
}

const outerFields = new Set<string>([...firstFields, ...lastFields])

/**
 * The order in which fields of a change are read: whom or what it is about, its terms as the feature orders them, then what led there. The
 * database keeps before and after without any order.
 */
export const fieldOrder: readonly string[] = [
  ...firstFields,
  ...mergeOrders(fieldOrders).filter((name) => !outerFields.has(name)),
  ...lastFields,
]

const fieldPositions = new Map(fieldOrder.map((name, at) => [name, at]))
const getFieldPosition = (name: string): number => fieldPositions.get(name) ?? fieldOrder.length
const numericCollator = new Intl.Collator('en', { numeric: true })

/** Which of two fields is read first, each by the names that lead to it. Those that have no place come last, by their names. */
export const compareFieldPaths = (firstPath: readonly string[], secondPath: readonly string[]): number => {
  for (const [at, name] of firstPath.entries()) {
    const beside = secondPath[at]
    if (beside === undefined) return 1
    const order = getFieldPosition(name) - getFieldPosition(beside) || numericCollator.compare(name, beside)
    if (order !== 0) return order
  }
  return firstPath.length - secondPath.length
}
