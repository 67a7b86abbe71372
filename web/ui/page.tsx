import type { ReactNode } from 'react'
import classes from './page.module.css'

/** The parts of a screen, under each other. */
export const Page = ({ children }: { children: ReactNode }) => <div className={classes.page}>{children}</div>
