import { useRef, useState } from 'react'
import { addAttachment, maxAttachmentBytes } from '#contract/records/attachments.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import type { RecordKey } from './record-key.ts'

/** A file on its way. */
export type PendingUpload = { id: number; name: string; state: 'waiting' | 'sending' | 'failed'; error?: unknown }

let lastUploadId = 0

const fileTooLargeError = new CallError(413, {
  code: 'file.tooLarge',
  fields: { megabytes: String(maxAttachmentBytes / 1_000_000) },
})

/** Sends files one after the other; one that is refused says why and keeps no other from going. What arrived stands no longer here. */
export const useAttachmentUploads = (of: RecordKey, onArrived: () => unknown) => {
  const [files, setFiles] = useState<readonly PendingUpload[]>([])
  const line = useRef(Promise.resolve())
  const update = (id: number, change: Partial<PendingUpload> | null): void =>
    setFiles((before) =>
      before.flatMap((one) => (one.id !== id ? [one] : change === null ? [] : [{ ...one, ...change }])),
    )
  const send = async (id: number, file: File): Promise<void> => {
    update(id, { state: 'sending' })
    try {
      if (file.size > maxAttachmentBytes) throw fileTooLargeError
      // Its own type is what the browser makes of the name: the content says what it is.
      const content = new Blob([file], { type: 'application/octet-stream' })
      await callEndpoint(addAttachment, { params: of, query: { fileName: file.name.slice(-200) }, content })
      update(id, null)
      await onArrived()
    } catch (error) {
      update(id, { state: 'failed', error })
    }
  }
  const add = (chosen: readonly File[]): void => {
    const made = chosen.map((file) => ({ file, id: ++lastUploadId }))
    setFiles((before) => [
      ...before.filter(({ state }) => state !== 'failed'),
      ...made.map(({ file, id }) => ({ id, name: file.name, state: 'waiting' as const })),
    ])
    for (const { file, id } of made) line.current = line.current.then(() => send(id, file))
  }
  return { files, add, dismiss: (id: number) => update(id, null) }
}
