import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

type ExportKind = 'list' | 'documents'

/**
 * How many files may be made at once in a process. Each holds a connection of its own; making many documents is work for a processor
 * besides. A prefix may take half, so that one firm's files leave room for another's.
 */
const maxExportsByKind: Record<ExportKind, number> = { list: 10, documents: 4 }

type ExportOwner = Pick<Ctx, 'prefix'> & { person: Pick<Ctx['person'], 'userId'> }

/**
 * Files under way in this process: one for each person, of whatever kind, and so many in all.
 * See docs/decisions/0054-documents-with-pdfkit.md
 */
export const buildExportSlots = () => {
  const owners = new Set<string>()
  const places = new Set<{ kind: ExportKind; prefix: string }>()
  const count = (kind: ExportKind, prefix?: string): number =>
    [...places].filter((one) => one.kind === kind && (prefix === undefined || one.prefix === prefix)).length

  /**
   * Takes a place and gives what leaves it, which can be called twice: the person may have their next file at once, the place is free
   * when what it held has been closed. Throws `export.running` where the person has a file under way, and `request.tooMany` where their
   * firm, or all firms together, have too many.
   */
  const take = ({ prefix, person }: ExportOwner, kind: ExportKind): ((closed: Promise<unknown>) => void) => {
    const owner = `${prefix} ${person.userId}`
    if (owners.has(owner)) throw buildRefusal('export.running', { retryAfterSeconds: 5 })
    if (count(kind) >= maxExportsByKind[kind] || count(kind, prefix) >= maxExportsByKind[kind] / 2)
      throw buildRefusal('request.tooMany', { retryAfterSeconds: 10 })
    const place = { kind, prefix }
    owners.add(owner)
    places.add(place)
    let left = false
    return (closed) => {
      if (left) return
      left = true
      owners.delete(owner)
      void closed.finally(() => places.delete(place))
    }
  }
  return { take }
}

/** The slots of this process. */
export const { take: takeExportSlot } = buildExportSlots()
