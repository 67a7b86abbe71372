import type { ModuleSubjects } from '../core/data-subjects.ts'

/** What the answers of its modules are about. */
export const subjects: ModuleSubjects = {
  bt_RRHH: ['staff', 'access', 'clients', 'handovers', 'personal', 'reference'],
}
