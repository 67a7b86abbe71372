import { enqueueMissingJobs, enqueuesOnly, type FeatureJob } from '#server/core/jobs.ts'
import { findSendingBatches, sendDueBatches } from './send-due-batches.ts'

/** One batch of which the bank has the file. */
export const sendBatchJob: FeatureJob = {
  name: 'paymentBatches.send',
  of: 'prefix',
  work: async ({ db, prefix, today, clock, signal, onError, attempt, item }) => {
    const batchId = item ?? undefined
    const left = await sendDueBatches({
      db,
      prefix,
      day: today,
      now: clock,
      signal,
      onError,
      attempt,
      ...(batchId && { batchId }),
    })
    if (left > 0) throw new Error(`${left} payments of the batch could not be booked`)
  },
}

/** Batches that wait though nothing in the queue says so: after a backup was restored. */
const enqueueMissingBatchesJob: FeatureJob = {
  name: 'paymentBatches.find',
  ifKilled: enqueuesOnly,
  of: 'prefix',
  cron: '*/5 * * * *',
  work: async ({ db, tenant }) =>
    enqueueMissingJobs(
      tenant,
      sendBatchJob,
      (await findSendingBatches(db)).map(({ id }) => id),
    ),
}

export const paymentBatchJobs: readonly FeatureJob[] = [sendBatchJob, enqueueMissingBatchesJob]
