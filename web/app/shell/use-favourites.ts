import { useMatches } from 'react-router'
import { maxFavourites } from '#contract/personal-area/preferences.ts'
import type { Screen } from '#web/core/screen.ts'
import { useSession } from '#web/core/session.ts'
import { setFavourites } from '#web/core/session-preferences.ts'
import { canOpenScreen, screens } from '../screens.ts'

const noFavourites: readonly string[] = []

/** The pages that this person keeps at hand, in the order in which they were added; those that they may still open. */
export const useFavouriteScreens = (): Screen[] => {
  const paths = useSession((state) => state.session?.preferences.favourites ?? noFavourites)
  return paths.flatMap((path) => screens.find((screen) => screen.path === path && canOpenScreen(screen)) ?? [])
}

/** The page in sight, where it can be kept: one that needs no record. `isFull`: one has to go first. */
export const useFavouriteToggle = () => {
  const paths = useSession((state) => state.session?.preferences.favourites ?? noFavourites)
  const screen = useMatches().at(-1)?.handle as Screen | undefined
  if (!screen || screen.path.includes(':')) return null
  const { path, title } = screen
  const isFavourite = paths.includes(path)
  return {
    title,
    isFavourite,
    isFull: !isFavourite && paths.length >= maxFavourites,
    toggle: () => setFavourites(isFavourite ? paths.filter((one) => one !== path) : [...paths, path]),
  }
}
