import { sweepScreens } from './harness/screen-sweep.ts'

sweepScreens(2, 3)
