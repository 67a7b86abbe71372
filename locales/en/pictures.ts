export default {
  title: 'Picture',
  set: 'Add a picture',
  change: 'Change the picture',
  remove: 'Remove the picture',
  file: 'Picture file',
  hint: 'JPEG, PNG, WebP or GIF. You can frame it once you have chosen it. It is seen by the team and by human resources.',
  crop: {
    title: 'Frame the picture',
    preview: 'How the picture will look',
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
}
