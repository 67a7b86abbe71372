import { useEffect, useRef, useState } from 'react'
import { maxKycFileBytes, uploadKycSide } from '#contract/client-kyc.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { buildUploadTransport } from '#web/core/upload-request.ts'

export type SideUpload = {
  file: File | undefined
  state: 'none' | 'sending' | 'done' | 'failed'
  /** Which part of it has gone, from 0 to 1. */
  sent: number
  /** Of the side on the server, once it was checked there. */
  fileId: string | null
  error: unknown
  choose: (file: File) => void
}

const fileTooLargeError = new CallError(413, {
  code: 'file.tooLarge',
  fields: { megabytes: String(maxKycFileBytes / 1_000_000) },
})

const nothingChosen = { file: undefined, state: 'none', sent: 0, fileId: null, error: null } as const

/** One side of a document: sent as soon as it is chosen, so that what is wrong with it shows at once. Another choice takes its place. */
export const useSideUpload = (clientId: string): SideUpload => {
  const [upload, setUpload] = useState<Omit<SideUpload, 'choose'>>(nothingChosen)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File): Promise<void> => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setUpload({ ...nothingChosen, file, state: 'sending' })
    try {
      if (file.size > maxKycFileBytes) throw fileTooLargeError
      // Its own type is what the browser makes of its name: the content says what it is.
      const content = new Blob([file], { type: 'application/octet-stream' })
      const { fileId } = await callEndpoint(
        uploadKycSide,
        { params: { clientId }, content },
        {
          signal: stop.signal,
          transport: buildUploadTransport((sent) => setUpload((before) => ({ ...before, sent }))),
        },
      )
      if (!stop.signal.aborted) setUpload({ ...nothingChosen, file, state: 'done', sent: 1, fileId })
    } catch (error) {
      if (!stop.signal.aborted) setUpload({ ...nothingChosen, file, state: 'failed', error })
    }
  }
  return { ...upload, choose: (file) => void send(file) }
}
