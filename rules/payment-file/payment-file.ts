import { createHash } from 'node:crypto'
import type { FileContent } from './file-content.ts'
import { painFile } from './pain-file.ts'
import { speiFile } from './spei-file.ts'

/** The file for the bank with its SHA-256. */
export const writeFile = (kind: 'pain.001' | 'spei', content: FileContent): { file: Buffer; sha256: string } => {
  const file = Buffer.from(kind === 'spei' ? speiFile(content) : painFile(content), 'utf8')
  return { file, sha256: createHash('sha256').update(file).digest('hex') }
}
