import { useRef, useState } from 'react'
import { addAttachment, maxAttachmentBytes } from '#contract/records/attachments.ts'
import { CallError, call } from '#web/core/call.ts'
import type { RecordKey } from './record-key.ts'

/** A file on its way. */
export type Uploading = { id: number; name: string; state: 'waiting' | 'sending' | 'failed'; error?: unknown }

let counter = 0

const tooLarge = new CallError(413, {
  code: 'file.tooLarge',
  fields: { megabytes: String(maxAttachmentBytes / 1_000_000) },
})

/** Sends files one after the other; one that is refused says why and keeps no other from going. What arrived stands no longer here. */
export const useUploads = (of: RecordKey, onArrived: () => unknown) => {
  const [files, setFiles] = useState<readonly Uploading[]>([])
  const line = useRef(Promise.resolve())
  const update = (id: number, change: Partial<Uploading> | null): void =>
    setFiles((before) =>
      before.flatMap((one) => (one.id !== id ? [one] : change === null ? [] : [{ ...one, ...change }])),
    )
  const send = async (id: number, file: File): Promise<void> => {
    update(id, { state: 'sending' })
    try {
      if (file.size > maxAttachmentBytes) throw tooLarge
      // Its own type is what the browser makes of the name: the content says what it is.
      const content = new Blob([file], { type: 'application/octet-stream' })
      await call(addAttachment, { params: of, query: { fileName: file.name.slice(-200) }, content })
      update(id, null)
      await onArrived()
    } catch (error) {
      update(id, { state: 'failed', error })
    }
  }
  const add = (chosen: readonly File[]): void => {
    const made = chosen.map((file) => ({ file, id: ++counter }))
    setFiles((before) => [
      ...before.filter(({ state }) => state !== 'failed'),
      ...made.map(({ file, id }) => ({ id, name: file.name, state: 'waiting' as const })),
    ])
    for (const { file, id } of made) line.current = line.current.then(() => send(id, file))
  }
  return { files, add, dismiss: (id: number) => update(id, null) }
}
