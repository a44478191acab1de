/** Kubernetes' own schemas as classes that validate manifests, with types that know every field. */

export { Deployment } from 'kubernetes-models/apps/v1/Deployment'
export { Job } from 'kubernetes-models/batch/v1/Job'
export { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
export { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
export { Namespace } from 'kubernetes-models/v1/Namespace'
export { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
export { Service } from 'kubernetes-models/v1/Service'
