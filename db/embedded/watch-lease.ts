import { setTimeout as sleep } from 'node:timers/promises'
import type { ProgressReporter } from '#db/progress.ts'
import type { Cluster, ProcessPurpose } from './cluster.ts'
import { acquireLease, announceAddress, type DatabaseLease, leaveCluster } from './database-lease.ts'

export type LeaseWatch = {
  announce: (address: string) => Promise<void>
  /** Leaves the place at the cluster; the last user stops PostgreSQL. */
  release: () => Promise<void>
}

/**
 * Watches the connection that holds our place. When PostgreSQL ends under a server it is brought back, on its old port, where the pools
 * find it again. A command isn't repaired: its own statement has failed already, and it ends with that.
 */
export const watchLease = (
  cluster: Cluster,
  first: DatabaseLease,
  purpose: ProcessPurpose,
  progress: ProgressReporter,
): LeaseWatch => {
  let lease: DatabaseLease | undefined
  let address = 'starting'
  let repairing: Promise<void> | undefined
  const leaving = new AbortController()

  const repair = async () => {
    progress('The database ended unexpectedly: starting it again')
    for (let wait = 100; !leaving.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      try {
        const next = await acquireLease(cluster, purpose, leaving.signal)
        await announceAddress(next.client, purpose, address)
        take(next)
        progress('The database is back')
        return
      } catch (error) {
        if (leaving.signal.aborted) return
        progress(error instanceof Error ? error.message : String(error))
        await sleep(wait, undefined, { signal: leaving.signal }).catch(() => {})
      }
    }
  }

  const take = (next: DatabaseLease) => {
    lease = next
    next.client.once('end', () => {
      lease = undefined
      if (leaving.signal.aborted || purpose === 'command') return
      repairing = repair()
    })
  }

  take(first)
  return {
    announce: async (text) => {
      address = text
      if (lease) await announceAddress(lease.client, purpose, address)
    },
    release: async () => {
      leaving.abort(new Error('leaving the database'))
      await repairing
      await leaveCluster(cluster, lease)
    },
  }
}
