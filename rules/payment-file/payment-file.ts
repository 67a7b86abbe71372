import { createHash } from 'node:crypto'
import type { PaymentFileContent } from './file-content.ts'
import { renderPainFile } from './pain-file.ts'
import { renderSpeiFile } from './spei-file.ts'

/** The file for the bank with its SHA-256. */
export const buildPaymentFile = (
  kind: 'pain.001' | 'spei',
  content: PaymentFileContent,
): { file: Buffer; sha256: string } => {
  const file = Buffer.from(kind === 'spei' ? renderSpeiFile(content) : renderPainFile(content), 'utf8')
  return { file, sha256: createHash('sha256').update(file).digest('hex') }
}
