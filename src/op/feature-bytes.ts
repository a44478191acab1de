export { featureBytes } from '../domain/formats/feature-json.ts'
