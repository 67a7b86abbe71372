import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getProfilePicture } from '#contract/pictures.ts'
import { callForStream } from '#web/core/call.ts'
import { getInitials } from '#web/core/initials.ts'
import { buildQueryMeta } from '#web/core/query-client.ts'
import classes from './staff-picture.module.css'

/** A picture never changes: another one has another id. It needs the session to be had, so no address of it can be shown. */
const buildPictureQuery = (employeeId: string, pictureId: string | null) => ({
  queryKey: [getProfilePicture.path, employeeId, pictureId] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Blob> =>
    (await callForStream(getProfilePicture, { params: { employeeId } }, { signal })).blob(),
  enabled: pictureId !== null,
  meta: buildQueryMeta(getProfilePicture),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** What the blob is shown by, for as long as it is. */
const useObjectUrl = (blob: Blob | undefined): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setAddress(null)
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}

type Props = {
  employeeId: string
  name: string
  /** Null where there is no picture: the initials stand in, as they do until it is there. */
  pictureId: string | null
  size?: 'large'
}

/** The face of a member of staff, beside their name: it says nothing that the name doesn't. */
export const StaffPicture = ({ employeeId, name, pictureId, size }: Props) => {
  const address = useObjectUrl(useQuery(buildPictureQuery(employeeId, pictureId)).data)
  return (
    <span className={classes.frame} data-size={size} aria-hidden translate="no">
      {address ? <img src={address} alt="" /> : getInitials(name)}
    </span>
  )
}
