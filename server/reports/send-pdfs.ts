import type { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { openSnapshot, type Snapshot } from '#server/core/snapshot.ts'
import { stillMay, whileMay } from '#server/core/still-may.ts'
import type { Written } from './columns.ts'
import { takeExportSlot } from './export-slots.ts'
import { attachment } from './file-name.ts'
import { framed } from './frames.ts'
import { type Audited, pdfOf, type Told } from './send-pdf.ts'

/** What is made and not sent yet, in bytes: the reader's network sets the pace. */
const mostWaiting = 1_000_000

type Many = {
  title: string
  total: number
  /** Each with the name of its file, without the ending. */
  documents: AsyncIterable<{ name: string; told: Told }>
  audited: Audited
}

const readOn = (output: PassThrough): Promise<void> =>
  new Promise((resolve) => {
    const on = (): void => {
      output.off('drain', on).off('close', on)
      resolve()
    }
    output.on('drain', on).on('close', on)
  })

/** Numbers of imported accounts hold what they hold: none of it leads to another folder. */
const fileNameOf = (name: string): string => `${name.replace(/[^\p{L}\p{N}._ -]/gu, '_')}.pdf`

/** A zip that is made while it is read. Who leaves ends it. */
const zipOf = (ctx: Ctx, now: number, documents: Many['documents'], written: Written): Readable => {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const write = async (): Promise<void> => {
    for await (const { name, told } of documents) {
      if (output.destroyed) return
      const content = await pdfOf(ctx, now, told)
      written.rows++
      // What is in a PDF is packed already.
      zip.addBuffer(content, fileNameOf(name), { compress: false, mtime: new Date(now) })
      while (!output.destroyed && output.writableLength + output.readableLength > mostWaiting) await readOn(output)
    }
    zip.end()
  }
  write().catch((error: Error) => output.destroy(error))
  return output
}

/**
 * Answers with many documents in one zip, from one frozen view, and notes that somebody took them out; it breaks off for whoever may not
 * have the rest any more. Throws `export.nothing` where there is none, and what `takeExportSlot` throws.
 */
export const sendPdfs = async (
  endpoint: EndpointSpec,
  ctx: Ctx,
  { request, reply, serving }: Raw,
  start: (snapshot: Snapshot) => Promise<Many>,
) => {
  const leave = takeExportSlot(ctx, 'documents')
  const snapshot = await openSnapshot(ctx.tenant).catch((error) => {
    leave(Promise.resolve())
    throw error
  })
  const end = (): void => leave(snapshot.end())
  const response = reply.raw.once('close', end)
  try {
    const still = stillMay(ctx, endpoint, serving.clock)
    const { title, total, documents, audited } = await start(snapshot)
    if (total === 0) throw refuse('export.nothing')
    await audit(ctx.db, ctx, audited)
    const written: Written = { rows: 0 }
    const file = zipOf(ctx, serving.clock(), whileMay(documents, still), written)
    // At the end of the file, before that of the answer: whoever has it may ask for the next one.
    file.once('end', end).once('close', end)
    reply
      .header('content-type', 'application/zip')
      .header('content-disposition', attachment(title, ctx.businessDate, 'zip'))
      .header('x-total-rows', total)
      .header('cache-control', 'no-store')
    const inFrames = request.headers['x-progress'] === 'frames'
    return (await reply.send(inFrames ? framed(file, written) : file)) as never
  } catch (error) {
    end()
    if (!response.destroyed) throw error
    reply.hijack()
    return undefined as never
  }
}
