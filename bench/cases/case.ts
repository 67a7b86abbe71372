import type { Bench, BenchSize } from '#bench/home.ts'
import type { BenchServer } from '#bench/server.ts'
import type { ProgressReporter } from '#db/progress.ts'

/** What a case gets to measure with: open data, the built product serving it, and how long a load lasts. */
export type CaseTools = {
  bench: Bench
  server: BenchServer
  size: BenchSize
  seconds: number
  progress: ProgressReporter
}
