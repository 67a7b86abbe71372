export default {
  title: 'Picture',
  set: 'Add picture',
  change: 'Change picture',
  remove: 'Remove picture',
  file: 'Picture file',
  hint: 'JPEG, PNG, WebP or GIF. You can frame it afterwards. Your team and Human resources can see it.',
  crop: {
    title: 'Frame the picture',
    preview: 'Preview',
    zoom: 'Zoom',
    x: 'Horizontal',
    y: 'Vertical',
    use: 'Use this picture',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    employee_pictureSet: 'Sets a profile picture',
    employee_pictureRemoved: 'Removes a profile picture',
  },
  auditFields: {
    pictureId: 'Picture no.',
  },
}
