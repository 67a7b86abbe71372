import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './section-tabs.module.css'

type Props = {
  /** What these are the parts of. */
  label: string
  /** With a count, its place is kept until it is known. */
  parts: readonly { key: string; name: string; href: string; count?: number | undefined }[]
  current: string
}

/** The parts of a screen, as links: the one in sight stands in the address, can be opened beside and gone back from. */
export const SectionTabs = ({ label, parts, current }: Props) => {
  const nav = useRef<HTMLElement>(null)
  // Where they don't all fit, the one in sight is among those that show. Moved by hand: the page itself stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each other part.
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && tab) nav.current.scrollLeft = tab.offsetLeft + tab.offsetWidth - nav.current.clientWidth
  }, [current])
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label} data-section-tabs>
      {parts.map(({ key, name, href, ...part }) => (
        <Link key={key} to={href} className={classes.tab} aria-current={key === current ? 'page' : undefined}>
          {name}
          {'count' in part && <span className={classes.count}>{part.count ? ` (${part.count})` : ''}</span>}
        </Link>
      ))}
    </nav>
  )
}
