import { useEffect, useRef, useState } from 'react'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { addAttachment, maxAttachmentBytes } from '#contract/records/attachments.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { generateIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useUnsavedForm } from '#web/core/unsaved-forms.ts'
import { buildUploadTransport } from '#web/core/upload-request.ts'
import type { RecordKey } from './record-key.ts'

/** A file on its way. `sent`: which part recordKey it has gone, from 0 to 1. */
export type PendingUpload = {
  id: number
  /** Of this file, however often it is sent. */
  key: string
  file: File
  state: 'waiting' | 'sending' | 'failed'
  sent: number
  error?: unknown
}

let lastUploadId = 0

const fileTooLargeError = new CallError(413, {
  code: 'file.tooLarge',
  fields: { megabytes: String(maxAttachmentBytes / 1_000_000) },
})

/** Whether the same file may be taken at another try: the connection broke off, or the server is busy. */
export const canRetryUpload = ({ state, error }: Pick<PendingUpload, 'state' | 'error'>): boolean =>
  state === 'failed' &&
  (!(error instanceof CallError) || error.status === 0 || error.status >= 500 || [409, 429].includes(error.status))

const sendUpload = async (
  recordKey: RecordKey,
  { file, key }: PendingUpload,
  signal: AbortSignal,
  onSent: (sent: number) => void,
) => {
  if (file.size > maxAttachmentBytes) throw fileTooLargeError
  // Its own type is what the browser makes recordKey the name: the content says what it is.
  const content = new Blob([file], { type: 'application/octet-stream' })
  const request = { params: recordKey, query: { fileName: file.name.slice(-200) }, content }
  await callEndpoint(addAttachment, request, {
    headers: { [idempotencyKeyHeader]: key },
    signal,
    transport: buildUploadTransport(onSent),
  })
}

/** Sends files one after the other; one that fails says why and keeps no other from going. What arrived stands no longer here. */
export const useAttachmentUploads = (recordKey: RecordKey) => {
  const [files, setFiles] = useState<readonly PendingUpload[]>([])
  const line = useRef(Promise.resolve())
  const stops = useRef(new Map<number, AbortController>())
  const update = (id: number, change: Partial<PendingUpload> | null): void =>
    setFiles((before) =>
      before.flatMap((one) => (one.id !== id ? [one] : change === null ? [] : [{ ...one, ...change }])),
    )
  const send = async (upload: PendingUpload, signal: AbortSignal): Promise<void> => {
    const { id } = upload
    if (signal.aborted) return
    update(id, { state: 'sending', sent: 0 })
    try {
      await sendUpload(recordKey, upload, signal, (sent) => update(id, { sent }))
      update(id, null)
    } catch (error) {
      if (!signal.aborted) update(id, { state: 'failed', error })
    }
  }
  const enqueue = (upload: PendingUpload): void => {
    const stop = new AbortController()
    stops.current.set(upload.id, stop)
    line.current = line.current.then(() => send(upload, stop.signal))
  }
  const add = (chosen: readonly File[]): void => {
    const made = chosen.map(
      (file): PendingUpload => ({ id: ++lastUploadId, key: generateIdempotencyKey(), file, state: 'waiting', sent: 0 }),
    )
    setFiles((before) => [...before.filter((one) => one.state !== 'failed' || canRetryUpload(one)), ...made])
    for (const upload of made) enqueue(upload)
  }
  const retry = (upload: PendingUpload): void => {
    update(upload.id, { state: 'waiting', sent: 0, error: undefined })
    enqueue(upload)
  }
  /** What is on its way is stopped; what failed is forgotten. */
  const dismiss = (id: number): void => {
    stops.current.get(id)?.abort()
    update(id, null)
  }
  // Whoever leaves the page all the same leaves what hasn't arrived.
  useEffect(() => () => stops.current.forEach((stop) => void stop.abort()), [])
  useUnsavedForm(files.some(({ state }) => state !== 'failed'))
  return { files, add, retry, dismiss }
}
