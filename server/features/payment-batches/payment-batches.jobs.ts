import { enqueueMissing, type Job } from '#server/core/jobs.ts'
import { findSending, sendDue } from './send-due.ts'

/** One batch of which the bank has the file. */
export const sendBatchJob: Job = {
  name: 'paymentBatches.send',
  of: 'prefix',
  work: async ({ db, prefix, today, clock, signal, onError, attempt, item }) => {
    const batchId = item ?? undefined
    const left = await sendDue({
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
const findLeft: Job = {
  name: 'paymentBatches.find',
  of: 'prefix',
  cron: '*/5 * * * *',
  work: async ({ db, tenant }) =>
    enqueueMissing(
      tenant,
      sendBatchJob,
      (await findSending(db)).map(({ id }) => id),
    ),
}

export const paymentBatchJobs: readonly Job[] = [sendBatchJob, findLeft]
