import { toDocumentPicture } from '#server/core/pictures.ts'
import type { WorkerThreads } from '#server/core/worker-threads.ts'
import { detectDocumentType, sanitizeFileName } from './detect-document-type.ts'
import { inspectEmailJob } from './inspect-email.ts'
import { inspectPdfJob } from './inspect-pdf.ts'

/** What is kept of an uploaded document, and what it is called. */
type CheckedDocument = {
  kind: ReturnType<typeof detectDocumentType>['kind']
  content: Uint8Array
  type: string
  name: string
}

/**
 * What every store of documents keeps of an upload: a picture made anew from its pixels, anything else as it came, if it is of a kind that runs
 * nothing. Throws what `detectDocumentType`, `inspectPdf`, `inspectEmail` and `toDocumentPicture` throw.
 */
export const checkDocument = async (
  content: Uint8Array,
  fileName: string,
  threads: WorkerThreads,
): Promise<CheckedDocument> => {
  const type = detectDocumentType(content, fileName)
  if (type.kind === 'pdf') await threads.run(inspectPdfJob, content)
  if (type.kind === 'email') await threads.run(inspectEmailJob, content)
  if (type.kind !== 'picture')
    return { kind: type.kind, content, type: type.type, name: sanitizeFileName(fileName, type) }
  const picture = { kind: 'picture', type: 'image/webp', endings: ['webp'] } as const
  const bare = fileName.replace(/\.(jpe?g|png|webp)$/i, '')
  return { ...picture, content: await toDocumentPicture(content), name: sanitizeFileName(bare, picture) }
}
