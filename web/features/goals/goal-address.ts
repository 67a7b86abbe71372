const yearsAhead = 1
const yearsBack = 5

/** The years that one chooses among, latest first. */
export const listGoalYears = (thisYear: number): number[] =>
  Array.from({ length: yearsAhead + yearsBack + 1 }, (_, back) => thisYear + yearsAhead - back)

/** The year that an address names, or this one. */
export const readGoalYear = (params: URLSearchParams, thisYear: number): number => {
  const year = Number(params.get('year'))
  return Number.isInteger(year) && year >= 2000 && year <= 2100 ? year : thisYear
}
