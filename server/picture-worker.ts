import { servePictureRequests } from './core/picture-process.ts'

servePictureRequests()
