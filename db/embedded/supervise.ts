import { setTimeout as sleep } from 'node:timers/promises'
import type { Progress } from '#db/progress.ts'
import type { Cluster, Purpose } from './cluster.ts'
import { announce, leaveCluster, type Seat, takeSeat } from './seat.ts'

export type Watch = {
  announce: (address: string) => Promise<void>
  /** Leaves the place at the cluster; the last user stops PostgreSQL. */
  leave: () => Promise<void>
}

/**
 * Watches the connection that holds our place. When PostgreSQL ends under a server it is brought back, on its old port, where the pools
 * find it again. A command isn't repaired: its own statement has failed already, and it ends with that.
 */
export const watchSeat = (cluster: Cluster, first: Seat, purpose: Purpose, progress: Progress): Watch => {
  let seat: Seat | undefined
  let address = 'starting'
  let repairing: Promise<void> | undefined
  const leaving = new AbortController()

  const repair = async () => {
    progress('The database ended unexpectedly: starting it again')
    for (let wait = 100; !leaving.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      try {
        const next = await takeSeat(cluster, purpose, leaving.signal)
        await announce(next.client, purpose, address)
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

  const take = (next: Seat) => {
    seat = next
    next.client.once('end', () => {
      seat = undefined
      if (leaving.signal.aborted || purpose === 'command') return
      repairing = repair()
    })
  }

  take(first)
  return {
    announce: async (text) => {
      address = text
      if (seat) await announce(seat.client, purpose, address)
    },
    leave: async () => {
      leaving.abort(new Error('leaving the database'))
      await repairing
      await leaveCluster(cluster, seat)
    },
  }
}
