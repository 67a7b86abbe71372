import { parentPort, workerData } from 'node:worker_threads'
import { SeedRefusedError, seedFirm } from '#db/seed/seed.ts'
import type { SeedMessage, SeedRequest } from './seed-in-thread.ts'

const postSeedMessage = (message: SeedMessage): void => parentPort?.postMessage(message)

try {
  const report = await seedFirm({ ...(workerData as SeedRequest), progress: (...step) => postSeedMessage({ step }) })
  postSeedMessage({ report })
} catch (error) {
  if (!(error instanceof SeedRefusedError)) throw error
  postSeedMessage({ refusal: error.message })
}
