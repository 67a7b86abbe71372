import { getCombinedReads, maxCombinedReads } from '#contract/combined-reads.ts'
import type { EndpointSpec, RequestInput, ResponseBody } from '#contract/core/endpoint.ts'
import { buildCallPath, CallError, callEndpoint, trackRefusals } from './call.ts'

/** A read that a page may ask for together with others. */
export type CombinableEndpoint = EndpointSpec & { combinable: true }

type WaitingRead = {
  path: string
  /** As a call of its own. */
  sendAlone: () => Promise<unknown>
  signal: AbortSignal | undefined
  resolve: (answer: unknown) => void
  reject: (reason: unknown) => void
}

/** Aborted once nobody waits for any of the answers. */
const abortWithLast = (reads: readonly WaitingRead[]): AbortSignal | undefined => {
  const ended = new AbortController()
  let left = reads.length
  for (const { signal } of reads)
    signal?.addEventListener('abort', () => {
      if (--left === 0) ended.abort(signal.reason)
    })
  return ended.signal
}

const sendTogether = async (reads: readonly WaitingRead[]): Promise<void> => {
  const reportRefusal = trackRefusals()
  try {
    const paths = reads.map(({ path }) => path).join(',')
    const { answers } = await callEndpoint(getCombinedReads, { query: { paths } }, { signal: abortWithLast(reads) })
    for (const [at, { resolve, reject }] of reads.entries()) {
      const { status, body } = answers[at]!
      if (status === 200) {
        resolve(body)
        continue
      }
      const refusal = new CallError(status, body as ConstructorParameters<typeof CallError>[1])
      reportRefusal(refusal)
      reject(refusal)
    }
  } catch (error) {
    for (const { reject } of reads) reject(error)
  }
}

let waitingReads: WaitingRead[] = []

const sendWaiting = (): void => {
  const reads = waitingReads.filter(({ signal }) => !signal?.aborted)
  waitingReads = []
  for (let from = 0; from < reads.length; from += maxCombinedReads) {
    const group = reads.slice(from, from + maxCombinedReads)
    if (group.length > 1) void sendTogether(group)
    else for (const { sendAlone, resolve, reject } of group) sendAlone().then(resolve, reject)
  }
}

/** Asks in one call for all that is asked for so at the same moment, as the parts of a page are. Each has its own answer, or its own refusal. */
export const callCombined = <E extends CombinableEndpoint>(
  endpoint: E,
  sent: RequestInput<E>,
  signal?: AbortSignal,
): Promise<ResponseBody<E>> =>
  new Promise((resolve, reject) => {
    if (waitingReads.length === 0) queueMicrotask(sendWaiting)
    signal?.addEventListener('abort', () => reject(signal.reason))
    waitingReads.push({
      path: buildCallPath(endpoint, sent),
      sendAlone: () => callEndpoint(endpoint, sent, { signal }),
      signal,
      resolve: (answer) => resolve(answer as ResponseBody<E>),
      reject,
    })
  })
