import { parentPort, workerData } from 'node:worker_threads'
import { SeedRefused, seed } from '#db/seed/seed.ts'
import type { SeedMessage, SeedOrder } from './seed-apart.ts'

const tell = (message: SeedMessage): void => parentPort?.postMessage(message)

try {
  const report = await seed({ ...(workerData as SeedOrder), progress: (...step) => tell({ step }) })
  tell({ report })
} catch (error) {
  if (!(error instanceof SeedRefused)) throw error
  tell({ refusal: error.message })
}
