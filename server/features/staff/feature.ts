import {
  cancelMove as cancelContract,
  changeEmployee as changeContract,
  createEmployee as createContract,
  getEmployee,
  keepEmployee as keepContract,
  listStaff,
  moveEmployee as moveContract,
  showEmployeeSecrets,
  staffOptions,
  terminateEmployee as terminateContract,
} from '#contract/staff.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { accountTask } from './account-task.ts'
import { changeEmployee } from './change-employee.ts'
import { createEmployee } from './create-employee.ts'
import { findEmployee } from './employee.queries.ts'
import { cancelMove, moveEmployee } from './move-employee.ts'
import { moveTask } from './move-task.ts'
import { officeMoveTask } from './office-move-task.ts'
import { showSecrets } from './show-secrets.ts'
import { staffExport } from './staff.export.ts'
import { staffJobs } from './staff.jobs.ts'
import { countStaff, findOptions, findStaff } from './staff.queries.ts'
import { keepEmployee, terminateEmployee } from './terminate-employee.ts'

const routes: readonly Route[] = [
  serve(listStaff.page, (ctx, { query }) => findStaff(ctx, query)),
  serve(listStaff.count, (ctx, { query }) => countStaff(ctx, query)),
  serve(staffOptions, findOptions),
  serve(createContract, createEmployee),
  serve(getEmployee, findEmployee),
  serve(changeContract, changeEmployee),
  serve(showEmployeeSecrets, showSecrets),
  serve(moveContract, moveEmployee),
  serve(cancelContract, cancelMove),
  serve(terminateContract, terminateEmployee),
  serve(keepContract, keepEmployee),
  staffExport,
]

export const feature: Feature = { routes, tasks: [accountTask, moveTask, officeMoveTask], jobs: staffJobs }
