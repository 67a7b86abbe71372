import { changeOwner } from './launcher.ts'

/** Gives a folder to another user of the system. Argument: the folder. */
changeOwner({ name: 'somebody', uid: 4242, gid: 4242 }, process.argv[2]!)
