/** How long after each try the next one comes, in seconds. */
export const retryDelaysSeconds = [30, 120, 600, 3600] as const
const maxSendAttempts = retryDelaysSeconds.length + 1

/** The whole of one try, however slow the other side answers, stays below the shortest wait. In milliseconds. */
const maxSendDurationMs = 25_000

/** An e-mail that is being tried, and how often it has been, this time included. */
export type QueuedMail = { id: string; attempts: number }

/** E-mails that wait somewhere. */
export type MailQueue<Row extends QueuedMail> = {
  /** Takes the one that is due and writes the try down before it is made, with when the next one would come. */
  take: (now: string) => Promise<Row | undefined>
  /** Sends it, or says why there is no point in that; throws where it didn't get there. */
  post: (row: Row, signal: AbortSignal) => Promise<'sent' | { never: string }>
  sent: (row: Row, now: string) => Promise<void>
  never: (row: Row, reason: string) => Promise<void>
  /** A try that failed; the last one where it is given up. */
  failed: (row: Row, reason: string, givenUp: boolean) => Promise<void>
}

/** Words of mail servers name people: only codes are kept. */
const getFailureReason = (error: unknown): string => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code ?? (error instanceof Error ? error.name : 'unknown'), responseCode].filter(Boolean).join(' ')
}

const sendNextMail = async <Row extends QueuedMail>(
  queue: MailQueue<Row>,
  clock: () => number,
  signal: AbortSignal,
): Promise<boolean> => {
  const now = new Date(clock()).toISOString()
  const row = await queue.take(now)
  if (!row) return false
  // The last try was made by a process that died over it.
  if (row.attempts > maxSendAttempts) return queue.failed(row, 'interrupted', true).then(() => true)
  let outcome: 'sent' | { never: string }
  try {
    outcome = await queue.post(row, AbortSignal.any([signal, AbortSignal.timeout(maxSendDurationMs)]))
  } catch (error) {
    if (signal.aborted) return false
    await queue.failed(row, getFailureReason(error), row.attempts === maxSendAttempts)
    return true
  }
  if (outcome === 'sent') await queue.sent(row, now)
  else await queue.never(row, outcome.never)
  return true
}

/**
 * Sends everything that is due, one after the other. Any number of processes may do so at once. Whoever dies between sending and marking
 * leaves an e-mail that is sent once more, not one that is sent for ever.
 */
export const sendMailQueue = async <Row extends QueuedMail>(
  queue: MailQueue<Row>,
  clock: () => number,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted && (await sendNextMail(queue, clock, signal)));
}
