import type { ResultSection } from '#bench/result.ts'
import { startServer } from '#bench/server.ts'

const startCount = 5

/** Start of the built product where the database exists and nothing runs: PostgreSQL, migrations checked, serving. Data must not be open. */
export const measureStart = async (home: string): Promise<ResultSection> => {
  const seconds: number[] = []
  let idle = 0
  for (let n = 0; n < startCount; n++) {
    const server = await startServer(home)
    seconds.push(server.readySeconds)
    idle = Math.max(idle, server.memory().now)
    await server.stop()
  }
  const sorted = seconds.sort((a, b) => a - b)
  const note = `median ${sorted[Math.floor(startCount / 2)]!.toFixed(2)} s of ${startCount}, PostgreSQL included`
  return {
    title: 'Start on an existing database',
    results: [
      {
        what: 'from nothing running to ready, slowest',
        value: sorted.at(-1)!,
        unit: 's',
        target: { statistic: 'value', maximum: 2 },
        note,
      },
      {
        what: 'memory of the web process when ready',
        value: idle,
        unit: 'MB',
        target: { statistic: 'value', maximum: 200 },
      },
    ],
  }
}
