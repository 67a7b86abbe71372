import { Link } from 'react-router'
import classes from './part-tabs.module.css'

type Props = {
  /** What these are the parts of. */
  label: string
  parts: readonly { key: string; name: string; href: string }[]
  current: string
}

/** The parts of a screen, as links: the one in sight stands in the address, can be opened beside and gone back from. */
export const PartTabs = ({ label, parts, current }: Props) => (
  <nav className={classes.tabs} aria-label={label}>
    {parts.map(({ key, name, href }) => (
      <Link key={key} to={href} className={classes.tab} aria-current={key === current ? 'page' : undefined}>
        {name}
      </Link>
    ))}
  </nav>
)
