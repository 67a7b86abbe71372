import { sweepScreens } from './harness/screen-sweep.ts'

sweepScreens(3, 3)
