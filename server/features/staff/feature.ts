import {
  cancelMove as cancelContract,
  changeEmployee as changeContract,
  createEmployee as createContract,
  getEmployee,
  keepEmployee as keepContract,
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
import { staffJobs } from './staff.jobs.ts'
import { staffRoutes } from './staff.list.ts'
import { findOptions } from './staff.queries.ts'
import { keepEmployee, terminateEmployee } from './terminate-employee.ts'

const routes: readonly Route[] = [
  ...staffRoutes,
  serve(staffOptions, findOptions),
  serve(createContract, createEmployee),
  serve(getEmployee, findEmployee),
  serve(changeContract, changeEmployee),
  serve(showEmployeeSecrets, showSecrets),
  serve(moveContract, moveEmployee),
  serve(cancelContract, cancelMove),
  serve(terminateContract, terminateEmployee),
  serve(keepContract, keepEmployee),
]

export const feature: Feature = { routes, tasks: [accountTask, moveTask, officeMoveTask], jobs: staffJobs }
