/** The database can't be had, for a reason outside this program. The message says what, and how to mend it. */
export class DatabaseProblem extends Error {
  override name = 'DatabaseProblem'
}

/** The operating system's word for an error: 'EACCES', 'ENOSPC' ... Empty where it has none. */
export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const folderErrorReasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it lies on a read-only disk',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'it can not be made there (is the disk read-only?)',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'its path is too long',
  EEXIST: 'a file of that name is in the way',
}

/** Words of the system, of initdb and of PostgreSQL for the same misfortune. */
export const isDiskFullMessage = (text: string): boolean =>
  /no space left on device|free disk space|quota exceeded/i.test(text)

/** Says which folder's disk is full and what to do; for whoever starts the server. */
export const createDiskFullProblem = (folder: string): DatabaseProblem =>
  new DatabaseProblem(
    `The disk of ${folder} is full. Free some space and try again, or choose another folder: ATALAYA_HOME=/some/folder`,
  )

/** Turns the system's refusal to write in `folder` into words; any other error stays what it is. */
export const toFolderProblem = (error: unknown, folder: string): unknown => {
  // Folders are made one by one: so many of them are too deep for us before they are too long for the system.
  const isTooDeep = error instanceof RangeError && /call stack/.test(error.message)
  const reason = folderErrorReasons[isTooDeep ? 'ENAMETOOLONG' : getErrorCode(error)]
  if (!reason) return error
  return new DatabaseProblem(
    `Can't keep data in ${folder}: ${reason}.\nFree or open that folder, or choose another one: ATALAYA_HOME=/some/folder`,
  )
}
