import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from './children.mjs'

/** When a process began, as the system writes it; undefined for one that is gone. Number and beginning together name a process. */
const beganAt = (pid) => {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? undefined : fields[19]
    }
    if (process.platform !== 'win32')
      return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim() || undefined
    process.kill(pid, 0)
    return 'alive'
  } catch {
    return undefined
  }
}

const isAlive = (who) => who !== undefined && who.beganAt !== undefined && beganAt(who.pid) === who.beganAt
const identify = (pid) => ({ pid, beganAt: beganAt(pid) })

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Makes the file with its content at once; false where another was first. */
const claim = (file, own, content) => {
  writeFileSync(own, JSON.stringify(content))
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(own)
  }
}

/** Takes away the lock of a killed process, and ends the work that it left running. Put back if it turns out to be another's. */
const removeStale = (file, seen) => {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const taken = read(aside)
  if (taken && taken.owner.pid !== seen.owner.pid) {
    try {
      linkSync(aside, file)
    } catch {
      // A third one has it by now.
    }
  } else if (isAlive(seen.child)) {
    try {
      process.kill(-seen.child.pid, 'SIGKILL')
    } catch {
      // Gone in this moment.
    }
  }
  rmSync(aside, { force: true })
}

/**
 * Does `work` while holding `file`; a second process waits and says for whom. `work` gets a function for the process id of its child,
 * so that the child of a killed process is ended before somebody else does the same work.
 */
export const withLock = async (file, what, { progress, signal }, work) => {
  const own = `${file}.${process.pid}`
  const content = { what, owner: identify(process.pid) }
  try {
    mkdirSync(dirname(file), { recursive: true })
    while (!claim(file, own, content)) {
      const holder = read(file)
      if (holder && !isAlive(holder.owner)) removeStale(file, holder)
      else if (holder) progress(`Waiting for process ${holder.owner.pid}, which is ${holder.what}`)
      await sleep(150, undefined, { signal })
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw new Failure(
      `Can't write in ${dirname(file)} (${error.code}), needed for ${what}. Run as the user who owns the project.`,
    )
  }
  try {
    return await work((pid) => {
      const withChild = `${file}.child-${process.pid}`
      writeFileSync(withChild, JSON.stringify({ ...content, child: identify(pid) }))
      renameSync(withChild, file)
    })
  } finally {
    rmSync(file, { force: true })
  }
}
