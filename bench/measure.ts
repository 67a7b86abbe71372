/** What many repetitions took, in milliseconds; `rate` is how many were done a second. */
export type TimeStatistics = { median: number; p95: number; p99: number; rate: number; count: number }

/** The smallest value that this share of all values doesn't exceed. */
export const getPercentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

const summarizeTimes = (values: readonly number[], seconds: number): TimeStatistics => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => getPercentile(sorted, share)
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), rate: values.length / seconds, count: values.length }
}

/** One after another, after a warm-up of a tenth. `work` gets the number of the turn. */
export const measureSequentially = async (
  turns: number,
  work: (turn: number) => Promise<unknown>,
): Promise<TimeStatistics> => {
  for (let turn = 0; turn < Math.ceil(turns / 10); turn++) await work(turn)
  const values: number[] = []
  const begin = performance.now()
  for (let turn = 0; turn < turns; turn++) {
    const start = performance.now()
    await work(turn)
    values.push(performance.now() - start)
  }
  return summarizeTimes(values, (performance.now() - begin) / 1000)
}

export type MeasuredWork = (turn: number, caller: number) => Promise<unknown>
type LoadOptions = { callers: number; seconds: number; warmUp: number }

/** What each call took of those begun after the warm-up, and ended before the end; all in milliseconds, but for the seconds. */
const measureUnderLoad = async ({ callers, seconds, warmUp }: LoadOptions, work: MeasuredWork): Promise<number[]> => {
  const values: number[] = []
  const begin = performance.now() + warmUp
  const end = begin + seconds * 1000
  let turn = 0
  const call = async (caller: number): Promise<void> => {
    for (let start = performance.now(); start < end; start = performance.now()) {
      await work(turn++, caller)
      const now = performance.now()
      if (start >= begin && now <= end) values.push(now - start)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
  return values
}

const alternationCount = 5

/** Brings the machine to the same state before each turn; its time isn't measured. */
export type TurnPreparation = () => Promise<unknown>

/**
 * Two works in turn, each by so many callers at once, who begin anew as soon as they are answered, for so many seconds in all: what the
 * machine does besides changes from one second to the next, and their ratio should not.
 */
export const measureAlternately = async (
  callers: number,
  seconds: number,
  one: MeasuredWork,
  other: MeasuredWork,
  prepareTurn?: TurnPreparation,
): Promise<[TimeStatistics, TimeStatistics]> => {
  const [first, second] = await measureInTurn(callers, seconds, [one, other], prepareTurn)
  return [first!, second!]
}

/** The same with any number of works. */
export const measureInTurn = async (
  callers: number,
  seconds: number,
  works: readonly MeasuredWork[],
  prepareTurn?: TurnPreparation,
): Promise<TimeStatistics[]> => {
  const values: number[][] = works.map(() => [])
  for (let turn = 0; turn < alternationCount; turn++)
    for (const [n, work] of works.entries()) {
      await prepareTurn?.()
      const load = { callers, seconds: seconds / alternationCount, warmUp: turn === 0 ? 1000 : 100 }
      values[n]!.push(...(await measureUnderLoad(load, work)))
    }
  return values.map((times) => summarizeTimes(times, seconds))
}

/**
 * Each case in turn, `rounds` times after a first round; `slowest` names the case of the longest single time. The first round is `cold`: it
 * reads what nobody has read since the start, as far as cases before it haven't.
 */
export const measureEachCase = async <C>(
  cases: readonly C[],
  rounds: number,
  nameOf: (one: C) => string,
  work: (one: C) => Promise<unknown>,
): Promise<TimeStatistics & { slowest: string; cold: TimeStatistics }> => {
  const firstTimes: number[] = []
  const coldBegin = performance.now()
  for (const one of cases) {
    const start = performance.now()
    await work(one)
    firstTimes.push(performance.now() - start)
  }
  const cold = summarizeTimes(firstTimes, (performance.now() - coldBegin) / 1000)
  const values: number[] = []
  let worst = { took: -1, name: '' }
  const begin = performance.now()
  for (let round = 0; round < rounds; round++)
    for (const one of cases) {
      const start = performance.now()
      await work(one)
      const took = performance.now() - start
      values.push(took)
      if (took > worst.took) worst = { took, name: nameOf(one) }
    }
  const times = summarizeTimes(values, (performance.now() - begin) / 1000)
  return { ...times, cold, slowest: `slowest ${worst.took.toFixed(0)} ms: ${worst.name}` }
}
