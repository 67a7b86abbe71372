import type { ProgressReporter } from '#db/progress.ts'
import { openCluster, type ProcessPurpose } from './cluster.ts'
import { acquireLease, buildOwnerUrl } from './database-lease.ts'
import { openExternalDatabase } from './external.ts'
import { readLastLog } from './postmaster.ts'
import { createDiskFullProblem, getErrorCode, isDiskFullMessage } from './problem.ts'
import { watchLease } from './watch-lease.ts'

export type OpenDatabase = {
  /** Address of the owner, who runs migrations. */
  ownerUrl: string
  /** Master secret: role passwords and the keys of tokens are derived from it. */
  secret: string
  embedded: boolean
  /** The cluster was made by this call. */
  isNew: boolean
  /** What the embedded cluster was made for: only what a server made may be filled with the demo firm. */
  createdFor: ProcessPurpose | undefined
  /** Tells a second server where this one is. */
  announce: (address: string) => Promise<void>
  /** The error in words, where the database's own state is what is behind it: a full disk. Otherwise the error itself. */
  explain: (error: unknown) => unknown
  /** Leaves no process behind: the last user of the embedded database stops it. */
  close: () => Promise<void>
}

export type OpenOptions = {
  /** Folder of the embedded database, absolute. */
  home: string
  /** A server of one's own instead of the embedded one; needs `secret`. */
  databaseUrl?: string | undefined
  /** At least 32 characters. Only with `databaseUrl`: the embedded database keeps one of its own. */
  secret?: string | undefined
  /** One server a home, any number of commands beside it. */
  purpose: ProcessPurpose
  progress: ProgressReporter
  /** Aborted: whatever is being made or started is ended, and the call rejects. */
  signal?: AbortSignal
}

/** Opens the database, making and starting the embedded one if need be. Throws DatabaseProblem where the person must mend something. */
export const openDatabase = async (options: OpenOptions): Promise<OpenDatabase> => {
  const { home, databaseUrl, secret, purpose, progress, signal } = options
  if (databaseUrl) return openExternalDatabase(databaseUrl, secret)
  const cluster = await openCluster(home, purpose, progress, signal)
  progress('Starting the database')
  const lease = await acquireLease(cluster, purpose, signal)
  const watch = watchLease(cluster, lease, purpose, progress)
  let closing: Promise<void> | undefined
  return {
    ownerUrl: buildOwnerUrl(cluster, lease.running.port),
    secret: cluster.secrets.secret,
    embedded: true,
    isNew: cluster.isNew,
    createdFor: cluster.secrets.madeFor,
    announce: watch.announce,
    explain: (error) => {
      const isBroken = error instanceof Error && /terminated/i.test(error.message)
      const isFull = getErrorCode(error) === '53100' || (isBroken && isDiskFullMessage(readLastLog(cluster)))
      return isFull ? createDiskFullProblem(cluster.place) : error
    },
    close: () => (closing ??= watch.release()),
  }
}
