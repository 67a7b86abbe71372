import type { ImportKind } from '#contract/imports/fields.ts'
import { instructions } from './instructions.ts'
import type { Kind } from './kind.ts'
import { movements } from './movements.ts'

/** What a file may be about, and all that is particular to it. */
export const kinds: Record<ImportKind, Kind> = { movements, instructions }
